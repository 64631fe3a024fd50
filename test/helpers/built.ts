/** Jest's `globalSetup`: tests start what is built. */
export default function build(): void {
  const { prepare } = require('../../scripts/prepare.cjs') as { prepare(): void };
  prepare();
}
