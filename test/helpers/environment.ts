import { TestEnvironment } from 'jest-environment-node';

/** What the files that one test process runs hand on to each other; by name. */
const handedOn = new Map<string, unknown>();

/**
 * Jest's environment, and a map that outlives a file. Every file loads all modules anew, which is right for what it
 * tests; compiling the contract's schemas anew was a third of the time of those that only ask through the front door.
 */
export default class SharingEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { handedOn });
    // The router warns of promises that are not its own realm's: those of a middleware that was handed on.
    this.global.process.env.NO_DEPRECATION = 'router';
  }
}
