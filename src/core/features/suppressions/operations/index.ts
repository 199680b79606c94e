import { operationsOf } from '../../../engine/operation.ts'
import * as suppressionReasons from './suppression-reasons.ts'
import * as suppressions from './suppressions.ts'
import * as suppressionsImports from './suppressions-imports.ts'

export const suppressionsOperations = operationsOf(suppressionReasons, suppressions, suppressionsImports)
