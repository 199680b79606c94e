import { operationsOf } from '../../../engine/operation.ts'
import * as printerRules from './printer-rules.ts'
import * as printers from './printers.ts'

export const printersOperations = operationsOf(printerRules, printers)
