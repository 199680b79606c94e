import { words as w } from 'words:suppressions'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'

export type Reason = Schemas['SuppressionReason']
type Entry = Pick<Schemas['Suppression'], 'reason' | 'stops' | 'advertisingCategory'>
type Category = Schemas['AdvertisingCategory']

/** Loads all suppression reasons. Create it during component initialisation. */
export const reasonsResource = (): Resource<Reason[]> =>
  new Resource(
    () => 'suppression-reasons',
    async () => (await answered(api.GET('/v1/suppression-reasons'))).data,
  )

/** Returns a reason's label: translated for the platform's reasons, otherwise the organisation's own. */
export const reasonWord = (key: string, reasons: readonly Reason[] | undefined): string => {
  const platform: Readonly<Record<string, string>> = w().reasons
  return platform[key] ?? reasons?.find((reason) => reason.key === key)?.label ?? key
}

/** Returns selectable reasons, including a selected archived one. */
export const reasonChoices = (reasons: readonly Reason[] | undefined, chosen: string) =>
  (reasons ?? [])
    .filter(({ key, archived }) => !archived || key === chosen)
    .map(({ key }) => [key, reasonWord(key, reasons)] as const)

/** Describes the mail that an entry stops. */
export const stopsWord = (
  { stops, advertisingCategory }: Entry,
  categories: readonly Category[] | undefined,
): string => {
  if (advertisingCategory === null) return w().stops[stops]
  return w().stopsCategory({
    category: categories?.find(({ key }) => key === advertisingCategory)?.label ?? advertisingCategory,
  })
}
