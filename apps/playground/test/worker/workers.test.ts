import { describe, expect, test } from "vitest";
import { connectTasks } from "../../src/worker/connect-tasks.ts";
import { latestOnly } from "../../src/worker/latest-only.ts";
import type { TaskCall } from "../../src/worker/serve-tasks.ts";

test("if several calls arrive during a run, only the last of them is run", async () => {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const run = latestOnly(async (argument: number) => {
    started.push(argument);
    await new Promise<void>((done) => finish.push(done));
  });
  for (const argument of [1, 2, 3, 4]) run(argument);
  expect(started).toEqual([1]);
  finish[0]();
  await expect.poll(() => started).toEqual([1, 4]);
  finish[1]();
  await new Promise((done) => setTimeout(done));
  run(5);
  expect(started).toEqual([1, 4, 5]);
});

/** A fake worker, whose replies are written by the test. */
class FakeWorker extends EventTarget {
  readonly calls: TaskCall[] = [];
  isTerminated = false;

  postMessage(call: TaskCall): void {
    this.calls.push(call);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  reply(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

describe("a connection to a worker", () => {
  interface Tasks {
    double(value: number): Promise<number>;
  }
  const connect = (onEvent?: (event: unknown) => void) => {
    const worker = new FakeWorker();
    return { worker, ...connectTasks<Tasks>(worker as unknown as Worker, onEvent) };
  };

  test("replies and errors are matched with their calls, in any order", async () => {
    const { worker, tasks } = connect();
    const answers = [tasks.double(1), tasks.double(2)];
    expect(worker.calls).toEqual([
      { id: 0, task: "double", argument: 1 },
      { id: 1, task: "double", argument: 2 },
    ]);
    worker.reply({ id: 1, error: "no" });
    worker.reply({ id: 0, value: 2 });
    expect(await answers[0]).toBe(2);
    await expect(answers[1]).rejects.toThrow("no");
  });

  test("events are passed on, and all calls are rejected when the connection is closed", async () => {
    const events: unknown[] = [];
    const { worker, tasks, close } = connect((event) => events.push(event));
    worker.reply({ event: "half" });
    const answer = tasks.double(3);
    close();
    await expect(answer).rejects.toThrow("stopped");
    expect([events, worker.isTerminated]).toEqual([["half"], true]);
  });
});
