import { operationsOf } from '../../../engine/operation.ts'
import * as templateLibrary from './template-library.ts'

export const templateLibraryOperations = operationsOf(templateLibrary)
