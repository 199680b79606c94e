/** Under Bun, `with { type: 'file' }` imports the path of the embedded file. */
declare module '*/THIRD-PARTY-NOTICES' {
  const path: string
  export default path
}

declare module '*/portal.pack' {
  const path: string
  export default path
}

declare module '*/migrations.json' {
  const files: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>>
  export default files
}
