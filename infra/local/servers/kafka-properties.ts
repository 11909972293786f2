import { broker, type Principal, plainLogin } from '../../access/kafka-users.ts'

type Passwords = Readonly<Record<Principal, string>>

/** One node that is broker and controller, without delays and replicas. */
export function kafkaProperties(
  logDir: string,
  ports: { kafka: number; kafkaController: number },
  passwords?: Passwords,
): string {
  const protocol = passwords ? 'SASL_PLAINTEXT' : 'PLAINTEXT'
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports.kafkaController}
listeners=CLIENTS://127.0.0.1:${ports.kafka},CONTROLLER://127.0.0.1:${ports.kafkaController}
advertised.listeners=CLIENTS://127.0.0.1:${ports.kafka}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CLIENTS:${protocol},CONTROLLER:${protocol}
inter.broker.listener.name=CLIENTS
log.dirs=${logDir}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=5
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=5
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=5
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
${passwords ? access(passwords) : ''}`
}

/** A user without a rule has no access. The controller, which can change the rules, accepts the broker only. */
function access(passwords: Passwords): string {
  const login = (names?: readonly Principal[]) => plainLogin((name) => passwords[name], names)
  return `sasl.enabled.mechanisms=PLAIN
sasl.mechanism.inter.broker.protocol=PLAIN
sasl.mechanism.controller.protocol=PLAIN
listener.name.clients.plain.sasl.jaas.config=${login()}
listener.name.controller.plain.sasl.jaas.config=${login([broker])}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
allow.everyone.if.no.acl.found=false
super.users=User:${broker}
`
}
