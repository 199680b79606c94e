import { answered, api, type Schemas } from '../../api/client.ts'
import { versionOf } from './versions.ts'

type Postflow = Schemas['Postflow']

/** The settings of a Postflow as fields of a form hold them; empty stands for null. */
export interface Settings {
  name: string
  description: string
  templateVersionId: string
  advertisingCategory: string
  returnAddressId: string
  trackingTargetUrl: string
  billingGroup: string
  approval: Schemas['PostflowApproval']
  duplicateWindowDays: string
}

export const newSettings = (): Settings => ({
  name: '',
  description: '',
  templateVersionId: '',
  advertisingCategory: '',
  returnAddressId: '',
  trackingTargetUrl: '',
  billingGroup: '',
  approval: 'NONE',
  duplicateWindowDays: '0',
})

export const settingsOf = (postflow: Postflow): Settings => ({
  name: postflow.name,
  description: postflow.description ?? '',
  templateVersionId: postflow.templateVersionId,
  advertisingCategory: postflow.advertisingCategory ?? '',
  returnAddressId: postflow.returnAddressId ?? '',
  trackingTargetUrl: postflow.trackingTargetUrl ?? '',
  billingGroup: postflow.billingGroup ?? '',
  approval: postflow.approval,
  duplicateWindowDays: String(postflow.duplicateWindowDays),
})

/** The settings as the API takes them. */
export const bodyOf = (settings: Settings): Schemas['PostflowCreate'] => ({
  name: settings.name,
  description: settings.description || null,
  ...(settings.templateVersionId ? { templateVersionId: settings.templateVersionId } : {}),
  advertisingCategory: settings.advertisingCategory || null,
  returnAddressId: settings.returnAddressId || null,
  trackingTargetUrl: settings.trackingTargetUrl.trim() || null,
  billingGroup: settings.billingGroup.trim() || null,
  approval: settings.approval,
  duplicateWindowDays: Number(settings.duplicateWindowDays),
})

/** The settings that differ. */
export const changedKeys = (before: Settings, after: Settings): (keyof Settings)[] =>
  (Object.keys(before) as (keyof Settings)[]).filter((key) => before[key] !== after[key])

/** What differs between two settings: only that is sent as a change. */
export const changesBetween = (before: Settings, after: Settings): Schemas['PostflowUpdate'] => {
  const body = bodyOf(after) as Record<string, unknown>
  return Object.fromEntries(changedKeys(before, after).map((key) => [key, body[key]]))
}

/** The settings of another person with what was changed here. */
export const mergedWith = (before: Settings, mine: Settings, theirs: Settings): Settings => ({
  ...theirs,
  ...Object.fromEntries(changedKeys(before, mine).map((key) => [key, mine[key]])),
})

/** What a Postflow prints. */
export interface Design {
  template: Schemas['Template']
  /** The version that is pinned. */
  version: Schemas['TemplateVersion'] | undefined
}

/** What is printed by whatever names a template and a version of it. */
export const designOf = async ({
  templateId,
  templateVersionId,
}: Pick<Postflow, 'templateId' | 'templateVersionId'>): Promise<Design> => {
  const [template, version] = await Promise.all([
    answered(api.GET('/v1/templates/{id}', { params: { path: { id: templateId } } })),
    versionOf(templateId, templateVersionId),
  ])
  return { template, version }
}
