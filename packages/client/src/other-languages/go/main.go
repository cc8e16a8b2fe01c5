// The exercise of the README with the client that oapi-codegen generates into ./kerf.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"

	"kerf-exercise/kerf"
)

var ctx = context.Background()

func main() {
	client, err := kerf.NewClientWithResponses(os.Getenv("KERF_SERVER"), kerf.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("KERF_TOKEN"))
			return nil
		}))
	check(err)
	names := apply(client)
	found := slices.DeleteFunc(nodePools(client), func(name string) bool { return !slices.Contains(names, name) })
	expect(len(found) == 1, "one of the applied documents is a NodePool: %v of %v", found, names)
	approve(client)
	createRole(client)
	fmt.Println("done")
}

func apply(client *kerf.ClientWithResponses) []string {
	replace := "true"
	params := &kerf.ApplyManifestsParams{ReplacePlaceholders: &replace}
	body := kerf.ApplyManifests{Manifests: os.Getenv("KERF_MANIFESTS")}
	answer, err := client.ApplyManifestsWithResponse(ctx, os.Getenv("KERF_CLUSTER"), params, body)
	check(err)
	expect(answer.JSON201 != nil && answer.JSON201.Applied, "applied: %s", answer.Body)
	names := []string{}
	for _, document := range answer.JSON201.Documents {
		if document.Name != nil {
			names = append(names, *document.Name)
		}
	}
	return names
}

func nodePools(client *kerf.ClientWithResponses) []string {
	limit := 1
	names := []string{}
	params := &kerf.ListNodePoolsParams{Limit: &limit}
	for {
		page, err := client.ListNodePoolsWithResponse(ctx, params)
		check(err)
		expect(page.JSON200 != nil, "a page of NodePools: %s", page.Body)
		for _, pool := range page.JSON200.Items {
			names = append(names, pool.Name)
		}
		if page.JSON200.NextCursor == nil {
			return names
		}
		params.Cursor = page.JSON200.NextCursor
	}
}

func approve(client *kerf.ClientWithResponses) {
	state := []kerf.ListDecisionsParamsState{"AWAITING_APPROVAL"}
	waiting, err := client.ListDecisionsWithResponse(ctx, &kerf.ListDecisionsParams{State: &state})
	check(err)
	expect(waiting.JSON200 != nil && len(waiting.JSON200.Items) > 0, "a decision waits: %s", waiting.Body)
	id := waiting.JSON200.Items[0].Id
	decision, err := client.GetDecisionWithResponse(ctx, id)
	check(err)
	comment := "from Go"
	decide := func(version string) *kerf.ApproveDecisionResponse {
		answer, err := client.ApproveDecisionWithResponse(ctx, id,
			&kerf.ApproveDecisionParams{IfMatch: version}, kerf.Approve{Comment: &comment})
		check(err)
		return answer
	}
	stale := decide(`"999"`)
	expect(stale.ApplicationproblemJSON412 != nil, "another version is refused: %s", stale.Body)
	approved := decide(decision.HTTPResponse.Header.Get("ETag"))
	expect(approved.JSON200 != nil && approved.JSON200.State == "APPROVED", "approved: %s", approved.Body)
}

func createRole(client *kerf.ClientWithResponses) {
	body := kerf.RoleInput{Name: "go readers", Actions: []kerf.RoleInputActions{"NODE_READ", "POD_READ"}}
	created, err := client.CreateRoleWithResponse(ctx, &kerf.CreateRoleParams{}, body)
	check(err)
	expect(created.JSON201 != nil && len(created.JSON201.Actions) == 2, "a list was sent: %s", created.Body)
}

func expect(holds bool, message string, values ...any) {
	if !holds {
		fmt.Fprintf(os.Stderr, message+"\n", values...)
		os.Exit(1)
	}
}

func check(err error) {
	expect(err == nil, "%v", err)
}
