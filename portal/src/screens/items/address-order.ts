import type { Recipient } from '../../../../src/core/address/schema.ts'
import { writtenLines } from '../../../../src/core/address/written-lines.ts'

/** Street and town of an address, line by line, as its country writes them. What is printed, the press says. */
export const linesOf = (recipient: Recipient): string[] => writtenLines(recipient)
