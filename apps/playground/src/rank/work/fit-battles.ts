// Battles have a likelihood of their own, which is loaded when a file has battles.
export { fitBattles } from "@tierwise/aggregate";
