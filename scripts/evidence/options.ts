import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number within bounds. @throws InvalidArgumentError that says what is accepted */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`accepted is a whole number from ${from} to ${to}`);
  };
}
