/** The object with some members replaced; the others stay bound to it, private fields and all. */
export const overriding = <T extends object>(target: T, members: Partial<T>): T =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof T]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
