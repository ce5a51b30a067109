import { adamProductStep, adamStep, allocate, columnSums, matrix, reluBackward, type Task } from "@tierwise/kernels";
import { featuresAtOnce, ranges, rowsAtOnce } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { forEachCount, type Workplace } from "../../network/scoring-tasks.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Tasks that turn d loss/d hidden into an Adam step of the input layer. */
export interface InputTasks {
  /** Per block of rows: backpropagates `hiddenGradient` through dropout and ReLU. */
  readonly throughHidden: Task;
  /** Per block of `featuresAtOnce` features in the batch: takes the Adam step for their weights. One extra block updates the bias. */
  readonly update: Task;
}

/** The tasks of the backward pass through the hidden and the input layer, for one thread. */
export function inputTasks(
  network: TrainingNetwork,
  workplace: Workplace,
  dropHidden: (gradient: Float32Array, firstRow: number) => void,
): InputTasks {
  const { shape, input, inputMoments, options, control: now } = network;
  const { featureCount, hidden } = shape;
  const viewsOf = forEachCount((rows) => ({
    blocks: ranges(rows, rowsAtOnce).map(({ from, to }) => ({
      from,
      gradient: network.hiddenGradient.subarray(from * hidden, to * hidden),
      activation: input.hidden.subarray(from * hidden, to * hidden),
    })),
    gradient: matrix(network.hiddenGradient, rows, hidden),
  }));
  const inputWeights = matrix(input.weights, featureCount, hidden);
  const inputFirst = matrix(inputMoments.first.weights, featureCount, hidden);
  const inputSecond = matrix(inputMoments.second.weights, featureCount, hidden);
  const workspace = allocate(input.memory, Float32Array, 2 * hidden);
  const inputBiasGradient = allocate(input.memory, Float32Array, hidden);
  const inputBiasAdam = {
    weights: input.bias,
    first: inputMoments.first.bias,
    second: inputMoments.second.bias,
    gradient: inputBiasGradient,
  };
  const adam = { step: 0, learningRate: 0, weightDecay: options.weightDecay };
  const biasAdam = { step: 0, learningRate: 0 };

  return {
    throughHidden(block) {
      const { from, gradient, activation } = viewsOf(now[control.rowCount]).blocks[block];
      dropHidden(gradient, from);
      reluBackward(workplace.input, gradient, activation);
    },
    update(block) {
      adam.step = biasAdam.step = now[control.step];
      adam.learningRate = biasAdam.learningRate = now[control.rate];
      const { gradient } = viewsOf(now[control.rowCount]);
      const from = block * featuresAtOnce;
      const to = Math.min(from + featuresAtOnce, now[control.featureCount]);
      if (from >= to) {
        columnSums(workplace.input, inputBiasGradient, gradient);
        adamStep(workplace.input, inputBiasAdam, biasAdam);
        return;
      }
      const { touched, indptr, indices, values } = network.transpose;
      adamProductStep(
        workplace.input,
        {
          rows: touched.subarray(from, to),
          weights: inputWeights,
          x: { indptr: indptr.subarray(from, to + 1), indices, values },
          dense: gradient,
          first: inputFirst,
          second: inputSecond,
          lastSteps: network.lastSteps,
          workspace,
        },
        adam,
      );
    },
  };
}
