import { operationsOf } from '../../../engine/operation.ts'
import * as returnCodes from './return-codes.ts'
import * as runs from './runs.ts'
import * as runsPrinting from './runs-printing.ts'
import * as runsProduction from './runs-production.ts'
import * as runsRemakes from './runs-remakes.ts'
import * as runsReturns from './runs-returns.ts'

export const runsOperations = operationsOf(
  returnCodes,
  runs,
  runsPrinting,
  runsProduction,
  runsRemakes,
  runsReturns,
)
