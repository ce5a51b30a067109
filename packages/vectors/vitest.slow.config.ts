import { slowPackageTests } from "../../vitest.shared.ts";

export default slowPackageTests();
