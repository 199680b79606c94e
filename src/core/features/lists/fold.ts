import { foldName } from '../../address/index.ts'

/** Folds `House Number`, `house_number` and `houseNumber` to the same text. */
export const fold = (name: string): string => foldName(name).replaceAll(' ', '')
