import { pythonPeer } from "./python-peer.ts";

/** Runs a script in `peers` that needs PyTorch; see {@link pythonPeer}. */
export function torchPeer<Result>(script: string, ...args: readonly (string | number)[]): Result | undefined {
  return pythonPeer(script, { args, modules: ["torch"] });
}

/** The message for a comparison that was skipped because PyTorch is missing. */
export function noTorch(what: string): string {
  return `Skipped: ${what}. TIERWISE_PYTHON is not set to a Python with PyTorch (on Debian: apt install python3-torch, then TIERWISE_PYTHON=/usr/bin/python3).`;
}
