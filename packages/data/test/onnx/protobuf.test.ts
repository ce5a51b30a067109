import { describe, expect, test } from "vitest";
import { integerField, integersField, message, messageField, textField } from "../../src/onnx/protobuf.ts";

describe("protobuf", () => {
  test("encodes integers, text and nested messages as in the examples of the protobuf documentation", () => {
    const hex = ({ pieces }: ReturnType<typeof message>): string =>
      Buffer.concat(pieces.map((piece) => Buffer.from(piece as Uint8Array))).toString("hex");
    expect(hex(integerField(1, 150))).toBe("089601");
    expect(hex(textField(2, "testing"))).toBe("120774657374696e67");
    expect(hex(messageField(3, integerField(1, 150)))).toBe("1a03089601");
    expect(hex(integersField(6, [3, 270, 86_942]))).toBe("3206038e029ea705");
    expect(message(integerField(1, 2 ** 40), textField(2, "é")).size).toBe(7 + 4);
  });
});
