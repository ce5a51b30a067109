/** A labeled slider that shows its value. */
export function SliderField({
  label,
  value,
  range: [least, most],
  step,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly step: number;
  readonly onChange: (value: number) => void;
}): preact.JSX.Element {
  return (
    <label class="field">
      <span>
        {label}: {value}
      </span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
