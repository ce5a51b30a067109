import { SerializeAddon } from "@xterm/addon-serialize";
import xterm from "@xterm/headless";

const columns = 100;

/** An HTML page that shows a terminal window after `written` was printed. */
export async function terminalPage(written: string, title: string): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 200, allowProposedApi: true, convertEol: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { active } = terminal.buffer;
  let last = active.length - 1;
  while (last > 0 && active.getLine(last)?.translateToString(true) === "") last--;
  const range = { startLine: 0, endLine: last, startCol: 0, endCol: columns };
  const html = serializer.serializeAsHTML({ range, includeGlobalBackground: false });
  const body = /<pre>[\s\S]*<\/pre>/.exec(html)?.[0] ?? "";
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 28px; background: #e9e7e1; width: max-content; }
    .window { background: #1b1f24; border-radius: 12px; box-shadow: 0 14px 40px #0005; overflow: hidden; }
    .bar { display: flex; align-items: center; gap: 8px; padding: 12px 16px; background: #262b32; color: #98a1aa; font: 13px system-ui, sans-serif; }
    .bar i { width: 12px; height: 12px; border-radius: 50%; background: #4a525c; }
    .bar span { margin: 0 auto; padding-right: 52px; }
    pre { margin: 0; padding: 16px 20px 20px; }
    pre, pre * { font: 14px/1.35 "DejaVu Sans Mono", ui-monospace, monospace !important; }
    pre div { color: #dfe3e8; background: transparent !important; }
    pre div span { white-space: pre; }
    span[style*="font-weight: bold"] { font-weight: 700 !important; }
  </style><div class="window"><div class="bar"><i></i><i></i><i></i><span>${title}</span></div>${body}</div>`;
}
