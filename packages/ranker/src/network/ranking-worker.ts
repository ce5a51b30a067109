import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "./ranking-tasks.ts";

serveTasks(createTasks);
