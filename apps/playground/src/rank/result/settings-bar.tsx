import { ChoiceField } from "../../page/choice-field.tsx";
import { priors, type RankSettings } from "../state/settings.ts";

/** The controls for the settings of the fit. */
export function SettingsBar({
  settings,
  isBattles,
  onChange,
}: {
  readonly settings: RankSettings;
  readonly isBattles: boolean;
  readonly onChange: (settings: RankSettings) => void;
}): preact.JSX.Element {
  const set =
    <K extends keyof RankSettings>(name: K) =>
    (value: RankSettings[K]) =>
      onChange({ ...settings, [name]: value });
  const knownPriors: readonly number[] = priors;
  const allPriors = knownPriors.includes(settings.prior) ? knownPriors : [...knownPriors, settings.prior];
  return (
    <div class="bar">
      <ChoiceField
        label="Scale"
        value={settings.scale}
        options={[
          ["utility", "Utility (log-odds)"],
          ["elo", "Elo"],
          ["win-probability", "Win probability"],
        ]}
        onChange={set("scale")}
      />
      <ChoiceField
        label="Prior"
        value={settings.prior}
        options={allPriors.map((prior) => [prior, prior === 0 ? "none" : String(prior)] as const)}
        onChange={set("prior")}
      />
      <ChoiceField
        label="Intervals"
        value={settings.interval}
        options={[
          ["information", "Information"],
          ["sandwich", "Sandwich"],
          ["bootstrap", "Bootstrap"],
        ]}
        onChange={set("interval")}
      />
      {isBattles && (
        <ChoiceField
          label="Ties"
          value={settings.ties}
          options={[
            ["half", "Half a win each"],
            ["davidson", "Davidson"],
            ["drop", "Dropped"],
          ]}
          onChange={set("ties")}
        />
      )}
    </div>
  );
}
