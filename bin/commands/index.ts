import type { CommandDef } from 'citty'
import { version } from '../version.ts'

const group = (name: string, description: string, subCommands: CommandDef['subCommands']): CommandDef => ({
  meta: { name, description },
  subCommands,
})

/** Every command; each is loaded when it runs. */
export const root: CommandDef = {
  meta: { name: 'lettershop', version, description: 'Self-hosted direct mail' },
  subCommands: {
    serve: () => import('./serve.ts').then((module) => module.serve),
    demo: () => import('./demo.ts').then((module) => module.demo),
    org: group('lettershop org', 'Organisations', {
      create: () => import('./org.ts').then((module) => module.orgCreate),
      suspend: () => import('./org.ts').then((module) => module.orgSuspend),
      resume: () => import('./org.ts').then((module) => module.orgResume),
      limits: () => import('./org.ts').then((module) => module.orgLimits),
      list: () => import('./org.ts').then((module) => module.orgList),
    }),
    analytics: group('lettershop analytics', 'Analytics', {
      rebuild: () => import('./analytics.ts').then((module) => module.analyticsRebuild),
    }),
    key: group('lettershop key', 'API keys', {
      create: () => import('./key.ts').then((module) => module.keyCreate),
      revoke: () => import('./key.ts').then((module) => module.keyRevoke),
      list: () => import('./key.ts').then((module) => module.keyList),
    }),
    user: group('lettershop user', 'Users', {
      create: () => import('./user.ts').then((module) => module.userCreate),
      list: () => import('./user.ts').then((module) => module.userList),
      disable: () => import('./user.ts').then((module) => module.userDisable),
      enable: () => import('./user.ts').then((module) => module.userEnable),
      'reset-second-factor': () => import('./user.ts').then((module) => module.userResetSecondFactor),
      'reset-link': () => import('./user.ts').then((module) => module.userResetLink),
      operator: () => import('./user.ts').then((module) => module.userOperator),
    }),
    billing: group('lettershop billing', 'Money', {
      'top-up': () => import('./billing.ts').then((module) => module.topUp),
      invoices: () => import('./billing.ts').then((module) => module.invoices),
      confirm: () => import('./billing.ts').then((module) => module.confirm),
      'credit-note': () => import('./billing.ts').then((module) => module.creditNote),
      'mark-paid': () => import('./billing.ts').then((module) => module.markPaid),
      'issue-monthly': () => import('./billing.ts').then((module) => module.issueMonthly),
      terms: () => import('./billing.ts').then((module) => module.terms),
      recount: () => import('./billing.ts').then((module) => module.recount),
      seller: () => import('./billing.ts').then((module) => module.seller),
    }),
    run: group('lettershop run', 'Production runs', {
      list: () => import('./run.ts').then((module) => module.runList),
      show: () => import('./run.ts').then((module) => module.runShow),
      package: () => import('./run.ts').then((module) => module.runPackage),
      retry: () => import('./run.ts').then((module) => module.runRetry),
      close: () => import('./run.ts').then((module) => module.runClose),
      render: () => import('./run.ts').then((module) => module.runRender),
      'hand-over': () => import('./run.ts').then((module) => module.runHandOver),
      report: () => import('./run.ts').then((module) => module.runReport),
      offer: () => import('./run.ts').then((module) => module.runOffer),
      complete: () => import('./run.ts').then((module) => module.runComplete),
      exclude: () => import('./run.ts').then((module) => module.runExclude),
      cancel: () => import('./run.ts').then((module) => module.runCancel),
    }),
    item: group('lettershop item', 'Mail items', {
      create: () => import('./item.ts').then((module) => module.itemCreate),
    }),
    evidence: group('lettershop evidence', 'Signed evidence of printed items', {
      verify: () => import('./evidence.ts').then((module) => module.evidenceVerify),
      keys: () => import('./evidence.ts').then((module) => module.evidenceKeys),
      'rotate-key': () => import('./evidence.ts').then((module) => module.evidenceRotateKey),
    }),
    secret: group('lettershop secret', 'Keys of the instance', {
      rotate: () => import('./secret.ts').then((module) => module.secretRotate),
    }),
    backup: () =>
      import('./backup.ts').then(({ backupCreate, backupVerify }) => ({
        ...backupCreate,
        subCommands: { verify: backupVerify as CommandDef },
      })) as Promise<CommandDef>,
    restore: () => import('./backup.ts').then((module) => module.restore),
    move: () => import('./move.ts').then((module) => module.move),
    blobs: group('lettershop blobs', 'Storage of the instance’s files', {
      move: () => import('./move.ts').then((module) => module.blobsMove),
    }),
    jobs: group('lettershop jobs', 'Background jobs', {
      list: () => import('./jobs.ts').then((module) => module.jobsList),
      show: () => import('./jobs.ts').then((module) => module.jobsShow),
      retry: () => import('./jobs.ts').then((module) => module.jobsRetry),
    }),
    printer: group('lettershop printer', 'Printers and the rules that choose one', {
      list: () => import('./printing.ts').then((module) => module.printerList),
      add: () => import('./printing.ts').then((module) => module.printerAdd),
      test: () => import('./printing.ts').then((module) => module.printerTest),
      secret: () => import('./printing.ts').then((module) => module.printerSecret),
      rules: () => import('./printing.ts').then((module) => module.printerRules),
    }),
    catalogue: group('lettershop catalogue', 'Products and prices', {
      export: () => import('./catalogue.ts').then((module) => module.catalogueExport),
      check: () => import('./catalogue.ts').then((module) => module.catalogueCheck),
      import: () => import('./catalogue.ts').then((module) => module.catalogueImport),
      sample: () => import('./catalogue.ts').then((module) => module.catalogueSample),
    }),
    printing: group('lettershop printing', 'Live printing', {
      show: () => import('./printing.ts').then((module) => module.printingShow),
      hold: () => import('./printing.ts').then((module) => module.printingHold),
      resume: () => import('./printing.ts').then((module) => module.printingResume),
      'accept-folder': () => import('./printing.ts').then((module) => module.printingAcceptFolder),
    }),
    invoicing: group('lettershop invoicing', 'Invoicing', {
      show: () => import('./billing.ts').then((module) => module.invoicingShow),
      hold: () => import('./billing.ts').then((module) => module.invoicingHold),
      resume: () => import('./billing.ts').then((module) => module.invoicingResume),
    }),
    clock: group('lettershop clock', 'Test clocks', {
      advance: () => import('./org.ts').then((module) => module.clockAdvance),
    }),
    config: group('lettershop config', 'Settings', {
      show: () => import('./diagnostics.ts').then((module) => module.configShow),
    }),
    seed: () => import('./org.ts').then((module) => module.seed),
    doctor: () => import('./diagnostics.ts').then((module) => module.doctor),
    version: () => import('./version.ts').then((module) => module.versionCommand),
  },
}
