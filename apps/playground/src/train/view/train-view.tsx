import { useState } from "preact/hooks";
import { DropZone } from "../../files/drop-zone.tsx";
import type { OpenedFile } from "../../files/opened-file.ts";
import { ChoiceField } from "../../page/choice-field.tsx";
import { CommandLine } from "../../page/command-line.tsx";
import { download } from "../../page/download.ts";
import { choices, type TrainSettings, trainCommand } from "../state/train-settings.ts";
import { type Training, useTraining } from "../use-training.ts";
import { useWebGpu, type WebGpuState } from "../use-webgpu.ts";
import { Curves } from "./curves.tsx";
import { RowPanel } from "./row-panel.tsx";
import "../../style/integral.css";

const samples = [
  ["train-samples/ratings.csv", "Ratings by 150 users"],
  ["train-samples/topics.txt", "Multi-label rows: 60 features, 30 labels"],
] as const;

/** "Train", which trains a model on a file of ratings or multi-label rows in the page. */
export function TrainView({
  file,
  settings,
  onFile,
  onSettings,
}: {
  readonly file: OpenedFile | undefined;
  readonly settings: TrainSettings;
  readonly onFile: (file: OpenedFile) => void;
  readonly onSettings: (settings: TrainSettings) => void;
}): preact.JSX.Element {
  const training = useTraining(file);
  const { rows, problem, state, engine, fallback, history, hasModel } = training;
  const webGpu = useWebGpu();
  return (
    <div class="columns even">
      <section>
        <h2>Data</h2>
        <DropZone
          words="Ratings, clicks or impressions of users, or multi-label rows in the format of the Extreme Classification Repository, plain or gzipped"
          samples={samples}
          opened={file?.name}
          onFile={onFile}
        />
        {rows !== undefined && <p class="reading">{rows.words}</p>}
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </section>
      <section aria-busy={state !== "idle"}>
        <h2>Training</h2>
        <Settings settings={settings} hasWebGpu={webGpu === "card" || webGpu === "processor"} onChange={onSettings} />
        <Controls training={training} settings={settings} />
        <p role="status">
          {file === undefined && "Open a file or a sample to begin."}
          {state === "loading" && "Reading the file …"}
          {state === "training" && `Epoch ${history.length + 1}. ${engine ?? ""}`}
          {state === "idle" && hasModel && `${history.length} epochs. ${engine ?? ""}`}
        </p>
        {hasModel && state === "idle" && (
          <p class="hint">
            “Train further” continues from the weights of the best epoch; the moments of the optimizer start at zero.
          </p>
        )}
        {fallback !== undefined && (
          <p class="problem">WebGPU could not be used, so training runs on the processor. {fallback}</p>
        )}
        <p class="hint">{webGpuWords(webGpu)}</p>
        {!crossOriginIsolated && (
          <p class="hint">
            Training uses one thread because the host does not isolate this page. After a reload, it may use more.
          </p>
        )}
      </section>
      {history.length > 0 && (
        <section class="whole">
          <h2>Curves</h2>
          <Curves history={history} k={rows?.kind === "ratings" ? 10 : 5} />
        </section>
      )}
      {hasModel && state === "idle" && rows !== undefined && file !== undefined && (
        <>
          <section>
            <h2>Try the model</h2>
            <RowPanel key={file.name} rows={rows} tasks={training.tasks} />
          </section>
          <section>
            <h2>Keep the model</h2>
            <p>
              The file works with <code>tierwise predict</code>, <code>evaluate</code> and <code>serve</code>.
            </p>
            <ModelButton training={training} />
            <p>The command for a new training run with these settings:</p>
            <CommandLine command={trainCommand(file.name, settings)} />
          </section>
        </>
      )}
    </div>
  );
}

/** A sentence about the WebGPU device of this browser. */
function webGpuWords(state: WebGpuState): string {
  if (state === "none") return "This browser offers no WebGPU device.";
  if (state === "processor")
    return "WebGPU finds no graphics card here and is emulated on the processor, which is slower than training without WebGPU.";
  if (state === "card")
    return "WebGPU uses the graphics card. Compare the times: for small models, the processor can be faster.";
  return "";
}

function Settings({
  settings,
  hasWebGpu,
  onChange,
}: {
  readonly settings: TrainSettings;
  readonly hasWebGpu: boolean;
  readonly onChange: (settings: TrainSettings) => void;
}): preact.JSX.Element {
  const set =
    <K extends keyof TrainSettings>(name: K) =>
    (value: TrainSettings[K]) =>
      onChange({ ...settings, [name]: value });
  const numbers = (values: readonly number[]) => values.map((value) => [value, String(value)] as const);
  return (
    <div class="bar">
      <ChoiceField label="Epochs" value={settings.epochs} options={numbers(choices.epochs)} onChange={set("epochs")} />
      <ChoiceField
        label="Hidden units"
        value={settings.hidden}
        options={numbers(choices.hidden)}
        onChange={set("hidden")}
      />
      <ChoiceField
        label="Learning rate"
        value={settings.learningRate}
        options={numbers(choices.learningRate)}
        onChange={set("learningRate")}
      />
      <ChoiceField
        label="Compute on"
        value={settings.computeOn}
        options={[
          ["all-cores", "All cores"],
          ["one-core", "One core"],
          ...(hasWebGpu ? ([["webgpu", "WebGPU"]] as const) : []),
        ]}
        onChange={set("computeOn")}
      />
    </div>
  );
}

function Controls({
  training,
  settings,
}: {
  readonly training: Training;
  readonly settings: TrainSettings;
}): preact.JSX.Element {
  const { rows, state, hasModel, start, stop } = training;
  const isReady = rows !== undefined && state === "idle";
  return (
    <div class="bar">
      <button type="button" class="primary" disabled={!isReady} onClick={() => start(settings, false)}>
        Train
      </button>
      <button type="button" disabled={state !== "training"} onClick={stop}>
        Stop
      </button>
      <button type="button" disabled={!isReady || !hasModel} onClick={() => start(settings, true)}>
        Train further
      </button>
    </div>
  );
}

function ModelButton({ training }: { readonly training: Training }): preact.JSX.Element {
  const [problem, setProblem] = useState<string>();
  const save = async (): Promise<void> => {
    try {
      download("model.tierwise", await training.tasks().modelFile());
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <button type="button" class="primary" onClick={() => void save()}>
        Save model.tierwise
      </button>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
