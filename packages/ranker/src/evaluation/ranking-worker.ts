import { serveTasks } from "@tierwise/kernels";
import { createTasks } from "../network/ranking-tasks.ts";

serveTasks(createTasks);
