import { catalogueScreens } from './screens/catalogue.ts'
import { costScreens } from './screens/costs.ts'
import { developerScreens } from './screens/developers.ts'
import { editorScreens } from './screens/editor.ts'
import { fontScreens } from './screens/fonts.ts'
import { homeScreens } from './screens/home.ts'
import { itemScreens } from './screens/items.ts'
import { moneyScreens } from './screens/money.ts'
import { operatorScreens } from './screens/operator.ts'
import { organisationScreens } from './screens/organisation.ts'
import { postbatchScreens } from './screens/postbatches.ts'
import { postflowScreens } from './screens/postflows.ts'
import { profileScreens } from './screens/profile.ts'
import { runScreens } from './screens/runs.ts'
import type { Screen } from './screens/screen.ts'
import { sessionScreens } from './screens/session.ts'
import { supportScreens } from './screens/support.ts'
import { suppressionScreens } from './screens/suppressions.ts'
import { templateScreens } from './screens/templates.ts'

/** All screens, for screenshots and accessibility checks. */
export const screens: readonly Screen[] = [
  ...sessionScreens,
  ...homeScreens,
  ...itemScreens,
  ...editorScreens,
  ...developerScreens,
  ...organisationScreens,
  ...profileScreens,
  ...runScreens,
  ...postbatchScreens,
  ...postflowScreens,
  ...suppressionScreens,
  ...templateScreens,
  ...moneyScreens,
  ...supportScreens,
  ...operatorScreens,
  ...costScreens,
  ...catalogueScreens,
  ...fontScreens,
]
