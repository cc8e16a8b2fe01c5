"""The exercise of the README with the client that openapi-python-client generates as the package `kerf`."""

import os

from kerf import AuthenticatedClient
from kerf.api.clusters import apply_manifests
from kerf.api.decisions import approve_decision, get_decision, list_decisions
from kerf.api.node_pools import list_node_pools
from kerf.api.roles import create_role
from kerf.models import (
    ApplyManifests,
    Approve,
    ListDecisionsStateItem,
    RoleInput,
    RoleInputActionsItem,
)
from kerf.types import UNSET

client = AuthenticatedClient(base_url=os.environ["KERF_SERVER"], token=os.environ["KERF_TOKEN"])


def node_pools():
    cursor = UNSET
    while cursor is not None:
        page = list_node_pools.sync(client=client, limit=1, cursor=cursor)
        yield from (pool.name for pool in page.items)
        cursor = page.next_cursor


applied = apply_manifests.sync(
    os.environ["KERF_CLUSTER"],
    client=client,
    body=ApplyManifests(manifests=os.environ["KERF_MANIFESTS"]),
    replace_placeholders="true",
)
assert applied.applied, applied
names = [document.name for document in applied.documents]
found = [name for name in node_pools() if name in names]
assert len(found) == 1, (found, names)

waiting = list_decisions.sync(client=client, state=[ListDecisionsStateItem.AWAITING_APPROVAL])
decision = get_decision.sync_detailed(waiting.items[0].id, client=client)


def approve(version):
    return approve_decision.sync_detailed(
        waiting.items[0].id, client=client, body=Approve(comment="from Python"), if_match=version
    )


stale = approve('"999"')
assert stale.status_code == 412 and stale.parsed.code == "PRECONDITION_FAILED", stale
approved = approve(decision.headers["ETag"])
assert approved.parsed.state == "APPROVED", approved

actions = [RoleInputActionsItem.NODE_READ, RoleInputActionsItem.POD_READ]
role = create_role.sync(client=client, body=RoleInput(name="python readers", actions=actions))
assert len(role.actions) == 2, role
print("done")
