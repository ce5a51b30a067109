import { describeFaults } from "./faults.ts";

describeFaults(3);
