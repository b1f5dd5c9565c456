import { z } from 'zod';

/** Longer than the smallest number that a double has; what takes seconds to work with is no number of a broker. */
export const LONGEST_DECIMAL = 400;

/** An exact number as the broker sends it: any number of decimals, never an exponent. */
export const Decimal = z
  .string()
  .max(LONGEST_DECIMAL)
  .regex(/^-?\d+(\.\d+)?$/, 'must be a decimal number')
  .brand<'Decimal'>();
export type Decimal = z.infer<typeof Decimal>;

/** What a person may ask for: positive digits, at most nine decimals. */
export const Quantity = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,9})?$/, 'must have at most 12 digits before the point and 9 after it')
  .brand<'Decimal'>();
export type Quantity = z.infer<typeof Quantity>;
