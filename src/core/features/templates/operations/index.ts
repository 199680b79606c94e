import { operationsOf } from '../../../engine/operation.ts'
import * as templates from './templates.ts'
import * as templatesFolders from './templates-folders.ts'
import * as templatesVersions from './templates-versions.ts'

export const templatesOperations = operationsOf(templates, templatesFolders, templatesVersions)
