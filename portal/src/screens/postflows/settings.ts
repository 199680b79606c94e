import { answered, api, type Schemas } from '../../api/client.ts'
import { versionOf } from './versions.ts'

type Postflow = Schemas['Postflow']

/** Settings as form values; empty means null. */
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

/** Converts form values to the API body. */
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

/** Returns the names of changed settings. */
export const changedKeys = (before: Settings, after: Settings): (keyof Settings)[] =>
  (Object.keys(before) as (keyof Settings)[]).filter((key) => before[key] !== after[key])

/** Returns changed settings as an update. */
export const changesBetween = (before: Settings, after: Settings): Schemas['PostflowUpdate'] => {
  const body = bodyOf(after) as Record<string, unknown>
  return Object.fromEntries(changedKeys(before, after).map((key) => [key, body[key]]))
}

/** Applies this user's changes to another user's settings. */
export const mergedWith = (before: Settings, mine: Settings, theirs: Settings): Settings => ({
  ...theirs,
  ...Object.fromEntries(changedKeys(before, mine).map((key) => [key, mine[key]])),
})

/** The template and version of a Postflow. */
export interface Design {
  template: Schemas['Template']
  /** The pinned version. */
  version: Schemas['TemplateVersion'] | undefined
}

/** Loads the template and version of a Postflow or mailing. */
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
