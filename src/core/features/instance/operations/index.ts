import { operationsOf } from '../../../engine/operation.ts'
import * as backups from './backups.ts'
import * as instance from './instance.ts'
import * as invoicing from './invoicing.ts'
import * as jobs from './jobs.ts'
import * as printing from './printing.ts'

export const instanceOperations = operationsOf(backups, instance, invoicing, jobs, printing)
