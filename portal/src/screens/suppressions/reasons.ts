import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { w } from './words.ts'

export type Reason = Schemas['SuppressionReason']
type Entry = Pick<Schemas['Suppression'], 'reason' | 'stops' | 'advertisingCategory'>
type Category = Schemas['AdvertisingCategory']

/** Why addresses get no mail, in the order in which it is offered. Asked for while a component starts. */
export const reasonsResource = (): Resource<Reason[]> =>
  new Resource(
    () => 'suppression-reasons',
    async () => (await answered(api.GET('/v1/suppression-reasons'))).data,
  )

/** What people call a reason: the platform's have words in both languages, the organisation's own their label. */
export const reasonWord = (key: string, reasons: readonly Reason[] | undefined): string => {
  const platform: Readonly<Record<string, string>> = w().reasons
  return platform[key] ?? reasons?.find((reason) => reason.key === key)?.label ?? key
}

/** What can be chosen; what was chosen before it was archived stays. */
export const reasonChoices = (reasons: readonly Reason[] | undefined, chosen: string) =>
  (reasons ?? [])
    .filter(({ key, archived }) => !archived || key === chosen)
    .map(({ key }) => [key, reasonWord(key, reasons)] as const)

/** Which mail an entry stops, in words. */
export const stopsWord = (
  { stops, advertisingCategory }: Entry,
  categories: readonly Category[] | undefined,
): string => {
  if (advertisingCategory === null) return w().stops[stops]
  return w().stopsCategory(
    categories?.find(({ key }) => key === advertisingCategory)?.label ?? advertisingCategory,
  )
}
