/** Jest's `globalSetup`: builds the program that tests start. */
export default function build(): void {
  const { prepare } = require('../../scripts/prepare.cjs') as { prepare(): void };
  prepare();
}
