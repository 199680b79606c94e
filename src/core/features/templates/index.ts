import { archiveTemplate } from './operations/templates.archive.ts'
import { createTemplate } from './operations/templates.create.ts'
import { createTemplateFolder } from './operations/templates.createFolder.ts'
import { duplicateTemplate } from './operations/templates.duplicate.ts'
import { getTemplateFields } from './operations/templates.fields.ts'
import { getTemplateFolder } from './operations/templates.folder.ts'
import { listTemplateFolders } from './operations/templates.folders.ts'
import { getTemplate } from './operations/templates.get.ts'
import { getTemplateDraft } from './operations/templates.getDraft.ts'
import { listTemplates } from './operations/templates.list.ts'
import { patchTemplate } from './operations/templates.patch.ts'
import { patchTemplateFolder } from './operations/templates.patchFolder.ts'
import { publishTemplate } from './operations/templates.publish.ts'
import { putTemplateDraft } from './operations/templates.putDraft.ts'
import { removeTemplateFolder } from './operations/templates.removeFolder.ts'
import { unarchiveTemplate } from './operations/templates.unarchive.ts'
import { getTemplateVersion } from './operations/templates.version.ts'
import { listTemplateVersions } from './operations/templates.versions.ts'

export const templateOperations = [
  listTemplates,
  createTemplate,
  getTemplate,
  patchTemplate,
  getTemplateDraft,
  putTemplateDraft,
  publishTemplate,
  archiveTemplate,
  unarchiveTemplate,
  duplicateTemplate,
  listTemplateVersions,
  getTemplateVersion,
  getTemplateFields,
  listTemplateFolders,
  createTemplateFolder,
  getTemplateFolder,
  patchTemplateFolder,
  removeTemplateFolder,
]
