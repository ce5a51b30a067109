// The likelihood of battles, which is loaded only for files with battles.
export { fitBattles } from "@tierwise/aggregate";
