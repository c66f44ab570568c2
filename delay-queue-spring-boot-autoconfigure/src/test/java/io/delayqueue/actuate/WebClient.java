/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delayqueue.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.FluxExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * Asks the endpoint of an application as others do over HTTP.
 */
final class WebClient {

	/**
	 * The request header whose value counts as the name of the user.
	 */
	static final String USER = "Test-User";

	private final Transport transport;

	private final Map<String, String> headers;

	private WebClient(Transport transport, Map<String, String> headers) {
		this.transport = transport;
		this.headers = headers;
	}

	/**
	 * Return a client of a server.
	 * @param port its port
	 * @return the client
	 */
	static WebClient of(int port) {
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		return new WebClient((method, path, headers, body) -> {
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
				.method(method, HttpRequest.BodyPublishers.ofString(body));
			headers.forEach(request::header);
			HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
			return new Reply(response.statusCode(), response.body());
		}, Map.of());
	}

	/**
	 * Return a client of a reactive application that does without its server, since
	 * Tomcat drops a connection now and then when another thread than its own has
	 * answered.
	 * @param context the application
	 * @return the client
	 */
	static WebClient of(ApplicationContext context) {
		WebTestClient client = WebTestClient.bindToApplicationContext(context).build();
		return new WebClient((method, path, headers, body) -> {
			WebTestClient.RequestBodySpec request = client.method(HttpMethod.valueOf(method)).uri(URI.create(path));
			headers.forEach(request::header);
			WebTestClient.RequestHeadersSpec<?> filled = body.isEmpty() ? request : request.bodyValue(body);
			FluxExchangeResult<String> result = filled.exchange().returnResult(String.class);
			return new Reply(result.getStatus().value(),
					String.join("", result.getResponseBody().collectList().block()));
		}, Map.of());
	}

	WebClient as(String user) {
		return new WebClient(this.transport, Map.of(USER, user));
	}

	Reply get(String path) {
		return send("GET", path, null);
	}

	Reply post(String path) {
		return send("POST", path, null);
	}

	Reply post(String path, String json) {
		return send("POST", path, json);
	}

	Reply delete(String path) {
		return send("DELETE", path, null);
	}

	private Reply send(String method, String path, @Nullable String json) {
		Map<String, String> all = new LinkedHashMap<>(this.headers);
		if (json != null) {
			all.put("Content-Type", "application/json");
		}
		try {
			return this.transport.send(method, "/actuator" + path, all, (json != null) ? json : "");
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	record Reply(int status, String body) {

		JsonNode json() {
			return JsonMapper.shared().readTree(this.body);
		}

	}

	@FunctionalInterface
	private interface Transport {

		Reply send(String method, String path, Map<String, String> headers, String body)
				throws IOException, InterruptedException;

	}

}
