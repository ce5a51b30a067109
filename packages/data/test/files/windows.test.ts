import { afterEach, expect, test, vi } from "vitest";
import { retryWhileInUse } from "../../src/files/windows.ts";

afterEach(() => void vi.useRealTimers());

/** Creates an operation that fails with `code` the given number of times, and then succeeds. */
function failing(times: number, code: string) {
  return vi.fn(async () => {
    if (times-- > 0) throw Object.assign(new Error(code), { code });
    return "done";
  });
}

test.each(["EACCES", "EBUSY", "EPERM"])("on Windows, an operation that fails with %s is repeated", async (code) => {
  const operation = failing(2, code);
  expect(await retryWhileInUse(operation, "win32")).toBe("done");
  expect(operation).toHaveBeenCalledTimes(3);
});

test("on Windows, the last error is thrown after about two seconds", async () => {
  vi.useFakeTimers();
  const operation = failing(100, "EBUSY");
  const result = retryWhileInUse(operation, "win32").catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await result).toBe("EBUSY");
  expect(operation).toHaveBeenCalledTimes(8);
});

test.each([
  ["linux", "EBUSY"],
  ["win32", "ENOSPC"],
])("on %s, an operation that fails with %s is not repeated", async (platform, code) => {
  const operation = failing(1, code);
  await expect(retryWhileInUse(operation, platform)).rejects.toThrow(code);
  expect(operation).toHaveBeenCalledTimes(1);
});
