import { TestEnvironment } from 'jest-environment-node';

/** What the files that one test process runs hand on to each other; by name. */
const handedOn = new Map<string, unknown>();

/**
 * Loads a package where every file that this test process runs finds it (test/helpers/shared/): some hundred modules that
 * hold nothing of a test, and are a sixth of what such a file takes to load.
 */
const sharedPackage = (name: string): unknown => require(name);

/**
 * Jest's environment, and a map that outlives a file. Every file loads all modules anew, which is right for what it
 * tests; reading the contract and its validators anew would be much of the time of those that only ask through the front door.
 */
export default class SharingEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { handedOn, sharedPackage });
  }
}
