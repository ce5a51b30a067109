/** A labeled list from which one value is chosen. */
export function ChoiceField<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChange: (value: T) => void;
}): preact.JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={String(value)}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([each]) => String(each) === currentTarget.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={String(each)}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
