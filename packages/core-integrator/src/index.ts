export { checkPreference, type Preference, type Scores } from "./preference.ts";
