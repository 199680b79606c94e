import { operationsOf } from '../../../engine/operation.ts'
import * as backups from './backups.ts'
import * as holds from './holds.ts'
import * as instance from './instance.ts'
import * as jobs from './jobs.ts'

export const instanceOperations = operationsOf(backups, holds, instance, jobs)
