import { session } from '../api/session.svelte.ts'
import { menu } from './menu.svelte.ts'
import { type Entry, operatorMenu, organisationMenu, type Page, type Work } from './navigation.ts'
import { p, route } from './routes.ts'

const onlyApproves = (): boolean => session.can('items.approve') && !session.makes

const isVisible = ({ permissions = [], operatorScope, isOfMakers, isTest, isOfPayers }: Page): boolean =>
  permissions.every((permission) => session.can(permission)) &&
  (!operatorScope || session.runs(operatorScope)) &&
  (!isOfMakers || !onlyApproves()) &&
  (!isTest || session.mode === 'test') &&
  (!isOfPayers || session.pays)

/** The user's kinds of work. An owner has those of an office and of programs. */
const works = (): Work[] => {
  if (onlyApproves()) return ['approval']
  const programs = session.can('apikeys.manage') || session.can('webhooks.manage')
  const office = !programs || session.can('suppressions.manage') || session.can('organisation.manage')
  return [...(office ? ['office' as const] : []), ...(programs ? ['programs' as const] : [])]
}

const isNeeded = ({ work, isForOwnMail }: Entry): boolean =>
  (!work || work.some((one) => works().includes(one))) && (!isForOwnMail || !session.pays)

/** Returns what the user may see of a menu in this mode. */
const visible = (menu: readonly (readonly Entry[])[]): Entry[][] =>
  menu
    .map((block) =>
      block
        .map((entry) => ({ ...entry, pages: entry.pages.filter(isVisible) }))
        .filter(({ pages }) => pages.length > 0),
    )
    .filter((block) => block.length > 0)

const here = (): string => `${route.pathname.replace(/\/$/, '')}/`

/** Whether the shown page belongs to the operator's area. */
export const isOperatorArea = (): boolean => here().startsWith('/operator/')

/** Blocks of the shown area with everything that the user may open. */
const wholeBlocks = (): Entry[][] => visible(isOperatorArea() ? operatorMenu : organisationMenu)

/** Blocks of the menu of the shown area: what the user needs, or everything. */
export const visibleBlocks = (): Entry[][] =>
  menu.isWhole
    ? wholeBlocks()
    : wholeBlocks()
        .map((block) => block.filter(isNeeded))
        .filter((block) => block.length > 0)

/** Whether the menu is shorter than what the user may open, or would be. */
export const isShortened = (): boolean => !wholeBlocks().flat().every(isNeeded)

/** The entry of the shown page, also one that the menu doesn't show. */
export const currentEntry = (): Entry | undefined =>
  wholeBlocks()
    .flat()
    .find((entry) => currentPage(entry))

/** The entry of the shown page, if it has other pages. */
export const entryOfTabs = (): Entry | undefined => {
  const entry = currentEntry()
  return entry && entry.pages.length > 1 ? entry : undefined
}

/** Path of the operator's first page that the user may see. */
export const firstOperatorPage = (): string | undefined => visible(operatorMenu)[0]?.[0]?.pages[0]?.href

/** Entries of both areas. */
export const visibleEntries = (): Entry[] => [...visible(organisationMenu), ...visible(operatorMenu)].flat()

/** All pages of the menus that the user may open. */
export const visiblePages = (): Page[] => visibleEntries().flatMap(({ pages }) => pages)

/** Home's path is compared whole, because all paths begin with it. */
const contains = ({ href }: Page): boolean => (href === '/' ? here() === '/' : here().startsWith(`${href}/`))

/** The entry's page that is shown, or of which a sub-page is shown. */
export const currentPage = ({ pages }: Entry): Page | undefined =>
  pages.filter(contains).sort((a, b) => b.href.length - a.href.length)[0]

/** The user's organisations, and one viewed as operator. */
export const shownOrganisations = () => {
  const own = session.current?.organisations ?? []
  const current = session.organisation
  return current && !current.isMember ? [...own, current] : own
}

/** Path to the operator's area, if the shown organisation is not the user's own. */
export const wayBack = (): string | undefined => {
  const shown = session.organisation
  if (isOperatorArea() || !shown || shown.isMember) return undefined
  if (session.runs('platform.admin')) return p('/operator/organisations/:id', { params: { id: shown.id } })
  const page = firstOperatorPage()
  return page && p(page as '/')
}
