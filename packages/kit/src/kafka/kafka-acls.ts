import kafkajs, { type Admin } from 'kafkajs'
import type { KafkaAccess } from './kafka-access.ts'
import { patchRequestQueue } from './kafka-patch.ts'
import type { KafkaRule } from './kafka-rules.ts'

patchRequestQueue()

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs
const operations = {
  read: AclOperationTypes.READ,
  write: AclOperationTypes.WRITE,
  create: AclOperationTypes.CREATE,
  describe: AclOperationTypes.DESCRIBE,
  describeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  delete: AclOperationTypes.DELETE,
}

/** Runs `applyRules` as a user that may change rules. */
export async function giveRules(
  { brokers, tls, sasl }: KafkaAccess,
  rules: readonly KafkaRule[],
  options: { keep?: boolean } = {},
): Promise<{ added: number; removed: number }> {
  const kafka = new kafkajs.Kafka({
    brokers,
    clientId: 'darsi-access',
    ...(tls && { ssl: tls }),
    ...(sasl && { sasl }),
    logLevel: kafkajs.logLevel.NOTHING,
  })
  const admin = kafka.admin()
  try {
    await admin.connect()
    return await applyRules(admin, rules, options)
  } finally {
    await admin.disconnect()
  }
}

/**
 * Makes the broker's rules of these users equal to the list. Missing rules are added first, then rules of an earlier
 * release or another topic prefix are removed; `keep` leaves those for processes that still run.
 */
async function applyRules(
  admin: Pick<Admin, 'createAcls' | 'describeAcls' | 'deleteAcls'>,
  rules: readonly KafkaRule[],
  { keep = false } = {},
): Promise<{ added: number; removed: number }> {
  const wanted = rules.map(binding)
  const before = await bindingsOf(admin, new Set(wanted.map(({ principal }) => principal)))
  const missing = without(wanted, before)
  const surplus = keep ? [] : without(before, wanted)
  if (missing.length > 0) await admin.createAcls({ acl: missing })
  if (surplus.length > 0) await admin.deleteAcls({ filters: surplus })
  return { added: missing.length, removed: surplus.length }
}

type Binding = ReturnType<typeof binding>

const binding = ({ principal, resource, name, pattern, operation }: KafkaRule) => ({
  resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
  resourceName: name,
  resourcePatternType: pattern === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
  principal: `User:${principal}`,
  host: '*',
  operation: operations[operation],
  permissionType: AclPermissionTypes.ALLOW,
})

async function bindingsOf(
  admin: Pick<Admin, 'describeAcls'>,
  principals: ReadonlySet<string>,
): Promise<Binding[]> {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  })
  return resources
    .flatMap(({ resourceType, resourceName, resourcePatternType, acls }) =>
      acls.map((acl) => ({ resourceType, resourceName, resourcePatternType, ...acl })),
    )
    .filter(({ principal }) => principals.has(principal))
}

function without(all: readonly Binding[], others: readonly Binding[]): Binding[] {
  const keyOf = (one: Binding) =>
    [
      one.principal,
      one.host,
      one.resourceType,
      one.resourcePatternType,
      one.resourceName,
      one.operation,
      one.permissionType,
    ].join(' ')
  const known = new Set(others.map(keyOf))
  return all.filter((one) => !known.has(keyOf(one)))
}
