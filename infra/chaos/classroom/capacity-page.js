// Runs in a page that has LiveKit's client and nothing else.

const people = []

/** Joins a room with a microphone that beeps, as the application publishes it. */
globalThis.capacityJoin = async ([url, token]) => {
  const { Room } = globalThis.LivekitClient
  const room = new Room({
    publishDefaults: { audioPreset: { maxBitrate: 20_000 }, red: true, dtx: false, simulcast: false },
  })
  await room.connect(url, token)
  await room.localParticipant.setMicrophoneEnabled(true)
  people.push(room)
}

/** How many people get the voice of another one. */
globalThis.capacityHeard = async () => {
  let count = 0
  for (const room of people)
    for (const other of room.remoteParticipants.values())
      for (const { track } of other.trackPublications.values())
        for (const report of (await track?.getRTCStatsReport())?.values() ?? [])
          if (report.type === 'inbound-rtp' && report.bytesReceived > 0) count++
  return count
}
