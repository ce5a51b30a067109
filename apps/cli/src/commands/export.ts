import { stat } from "node:fs/promises";
import type { ExportFormat, OnnxInput } from "@tierwise/ranker/export";
import { type Command, Option } from "commander";
import { holdsDocumentModel } from "../documents/holds-documents.ts";
import { UsageError } from "../errors/usage-error.ts";
import { openModel } from "../models/open-model.ts";
import { createCommand, oneOf } from "../options/common-options.ts";
import { byteSize } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface ExportFlags extends Omit<CommonOptions, "json"> {
  readonly tierwise?: string;
  readonly onnx?: string;
  readonly onnxInput: OnnxInput;
  readonly safetensors?: string;
  /** The JSON file to write, or true to print the result as JSON. */
  readonly json?: string | true;
  readonly force?: boolean;
}

export function exportCommand(): Command {
  const json = new Option(
    "--json [file]",
    "write the weights to this file as JSON; without a file name, print the result of the command as JSON",
  );
  return createCommand(
    "export",
    [
      "tierwise export model --tierwise model.tierwise",
      "tierwise export model --onnx model.onnx --safetensors model.safetensors",
      "tierwise export model.tierwise --onnx model.onnx --onnx-input dense --force",
      "tierwise export model --json model.json",
    ],
    json,
  )
    .argument("<model>", "model directory or file")
    .option(
      "--tierwise <file>",
      "write the model as a single file, which every command and `loadModel` accept in place of a directory",
    )
    .option(
      "--onnx <file>",
      "write the network or document model as ONNX (opset 17) for onnxruntime; the network includes the selection of the top k items",
    )
    .option(
      "--onnx-input <kind>",
      "export an ONNX network that takes sparse or dense rows",
      oneOf(["sparse", "dense"]),
      "sparse",
    )
    .option("--safetensors <file>", "write the weights as safetensors, with names and vocabulary in the metadata")
    .option("--force", "replace existing files")
    .action(runExport);
}

async function runExport(directory: string, flags: ExportFlags): Promise<void> {
  const { tierwise, onnx, safetensors, onnxInput, force = false } = flags;
  const session = createSession({ ...flags, json: flags.json === true });
  const json = typeof flags.json === "string" ? flags.json : undefined;
  const files = Object.entries({ tierwise, onnx, safetensors, json }).filter(
    (entry): entry is [ExportFormat, string] => entry[1] !== undefined,
  );
  if (files.length === 0) {
    throw new UsageError("no file to write; expected --tierwise, --onnx, --safetensors or --json with a file");
  }
  for (const [, file] of files) if (!force) await checkUnused(file);
  if (holdsDocumentModel(directory)) {
    const { exportLists } = await import("../documents/export-lists.ts");
    return exportLists(directory, files, session);
  }
  const model = await openModel(directory, session);
  const { exportModel } = await import("@tierwise/ranker/export");
  const written = await exportModel(model, { ...Object.fromEntries(files), onnxInput, replace: force });
  for (const { format, path, bytes } of written) session.print(`${path}: ${format}, ${byteSize(bytes)}`);
  session.result(written);
}

async function checkUnused(file: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isFile()) throw new Error(`${file} already exists; --force replaces it`);
}
