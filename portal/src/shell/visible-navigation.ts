import { session } from '../api/session.svelte.ts'
import { type Entry, operatorMenu, organisationMenu, type Page } from './navigation.ts'
import { route } from './routes.ts'

const onlyApproves = (): boolean => session.can('items.approve') && !session.makes

const isVisible = ({ permissions = [], operatorScope, isOfMakers, isTest, isOfPayers }: Page): boolean =>
  permissions.every((permission) => session.can(permission)) &&
  (!operatorScope || session.runs(operatorScope)) &&
  (!isOfMakers || !onlyApproves()) &&
  (!isTest || session.mode === 'test') &&
  (!isOfPayers || session.pays)

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

/** Blocks of the menu of the shown area. */
export const visibleBlocks = (): Entry[][] => visible(isOperatorArea() ? operatorMenu : organisationMenu)

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
